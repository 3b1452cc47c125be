/** WGSL for a kernel's `includes`; apart from philox.ts so that code without kernels needs no bundler to draw numbers. */
import philoxWgsl from './philox.wgsl?raw';

/** `philox4x32(ctr: vec4u, key: vec2u) -> vec4u`, `philox_uniform(seed, stream, update, dialogue, slot) -> f32` */
export { philoxWgsl };
