// The layer rule ui, cli -> train -> sim -> gpu-kernels really fires. Files with violations are linted from memory; they must import files that exist, since the rule follows imports.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const RULE = 'boundaries/dependencies';
// without types: a file that exists in memory only belongs to no TypeScript project
const eslint = new ESLint({ cwd: root, overrideConfig: { languageOptions: { parserOptions: { projectService: false } } }, ruleFilter: ({ ruleId }) => ruleId === RULE });

async function violations(file: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`import * as it from '${imported}';\nexport const x = it;\n`, { filePath: `${root}${file}` });
  const messages = result?.messages ?? [];
  expect(messages.filter((m) => m.fatal)).toEqual([]);
  return messages.filter((m) => m.ruleId === RULE).map((m) => m.message);
}

describe('forbidden', () => {
  test.each([
    ['src/sim/probe.ts', '../train/settings.ts'],
    ['src/gpu-kernels/core/probe.ts', '../../sim/scenario.ts'],
    ['src/gpu-kernels/core/probe.ts', '../../train/settings.ts'],
    ['src/train/probe.ts', '../ui/main.tsx'],
    ['src/cli/probe.ts', '../ui/main.tsx'],
    ['src/sim/probe.ts', '../ui/main.tsx'],
    ['src/gpu-kernels/core/probe.ts', 'react'],
    ['src/gpu-kernels/core/probe.ts', 'react-dom/client'],
    ['src/sim/probe.ts', 'recharts'],
    ['src/train/probe.ts', 'zustand'],
    ['src/cli/probe.ts', 'react-aria-components'],
    ['src/gpu-kernels/core/probe.ts', 'node:fs'],
    ['src/sim/probe.ts', 'node:path'],
    ['src/train/probe.ts', 'node:worker_threads'],
  ])('%s importing %s', async (file, imported) => {
    expect(await violations(file, imported)).toHaveLength(1);
  });
});

describe('allowed', () => {
  test.each([
    ['src/ui/probe.tsx', '../train/settings.ts'],
    ['src/ui/probe.tsx', '../sim/scenario.ts'],
    ['src/ui/probe.tsx', '../gpu-kernels/core/kernel.ts'],
    ['src/ui/probe.tsx', 'react'],
    ['src/cli/probe.ts', '../train/settings.ts'],
    ['src/cli/probe.ts', 'node:fs'],
    ['src/train/probe.ts', '../sim/scenario.ts'],
    ['src/train/probe.ts', 'zod'],
    ['src/sim/probe.ts', '../gpu-kernels/core/kernel.ts'],
    ['src/gpu-kernels/core/probe.ts', './kernel.ts'],
    ['src/gpu-kernels/core/probe.test.ts', 'node:fs'],
    ['src/gpu-kernels/webgpu/node.ts', 'node:module'],
  ])('%s importing %s', async (file, imported) => {
    expect(await violations(file, imported)).toEqual([]);
  });
});

describe('what ESLint cannot see', () => {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as IFlattenedRuleSet & { options: ICruiseOptions };

  /** names of the rules that a small project of these files breaks */
  async function broken(files: Record<string, string>): Promise<string[]> {
    const baseDir = mkdtempSync(join(tmpdir(), 'thaw-layers-'));
    try {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(baseDir, name)), { recursive: true });
        writeFileSync(join(baseDir, name), text);
      }
      const { output } = await cruise(['src'], { ...options, tsConfig: undefined, baseDir, validate: true, ruleSet: { forbidden } });
      return (output as ICruiseResult).summary.violations.map((v) => v.rule.name);
    } finally {
      rmSync(baseDir, { recursive: true });
    }
  }

  test('a kernel that reaches React through another file', async () => {
    const files = { 'package.json': '{"dependencies":{"react":"1"}}', 'src/gpu-kernels/a.ts': "export * from '../helper.ts';\n", 'src/helper.ts': "export * from 'react';\n" };
    expect(await broken(files)).toContain('no-ui-below-ui');
  });

  test('a circle of modules, but not a circle of types', async () => {
    const circle = (from: string) => ({ 'package.json': '{}', 'src/sim/a.ts': `${from} './b.ts';\nexport type A = 1;\n`, 'src/sim/b.ts': `${from} './a.ts';\nexport type B = 1;\n` });
    expect(await broken(circle('import'))).toContain('no-circular');
    expect(
      await broken({ 'package.json': '{}', 'src/sim/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n", 'src/sim/b.ts': "import type { A } from './a.ts';\nexport type B = A[];\n" }),
    ).toEqual([]);
  });
});
