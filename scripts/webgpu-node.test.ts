// The ground the GPU tests stand on: npm `webgpu` finds an adapter in this very process, and computes.
import { afterAll, expect, test } from 'vitest';
import { create, globals } from 'webgpu';

Object.assign(globalThis, globals);
const gpu = create([]); // kept reachable: the process dies when this object is collected
afterAll(() => expect(gpu).toBeDefined());

test('a compute shader runs in a test process', async () => {
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error('Node finds no WebGPU adapter: install chromium and libvulkan1 (they bring SwiftShader), or a Vulkan driver');
  const device = await adapter.requestDevice();
  const size = 4 * 64;
  const storage = device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const code = '@group(0) @binding(0) var<storage, read_write> out: array<u32>; @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) i: vec3u) { out[i.x] = i.x * i.x; }';
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module: device.createShaderModule({ code }) } });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries: [{ binding: 0, resource: { buffer: storage } }] }));
  pass.dispatchWorkgroups(1);
  pass.end();
  encoder.copyBufferToBuffer(storage, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  expect([...new Uint32Array(staging.getMappedRange())]).toEqual(Array.from({ length: 64 }, (_, i) => i * i));
  device.destroy();
});
