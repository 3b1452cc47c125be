import { expect, test } from 'vitest';
import { otherEngine } from './engine-kind.ts';
import type { EngineInfo } from './protocol.ts';

const cpu: EngineInfo = { backend: 'cpu', name: 'CPU twin', software: true };
const card = (name: string): EngineInfo => ({ backend: 'webgpu', name, software: false });

test('a run goes on with the card it began on; one of the CPU twin goes on anywhere', () => {
  expect(otherEngine(card('a'), card('a'))).toBeNull();
  expect(otherEngine(cpu, card('a'))).toBeNull();
  expect(otherEngine(null, cpu)).toBeNull();
  expect(otherEngine(card('a'), card('b'))).toContain('WebGPU (a); this page computes with WebGPU (b)');
  expect(otherEngine(card('a'), cpu)).toContain('this page computes with the CPU twin');
});
