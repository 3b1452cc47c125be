// What a page, a worker and Node all have beyond ES2023 and WebGPU. Only tsconfig.engine.json reads this: kernels and simulators see no DOM.
declare class TextEncoder {
  encode(s: string): Uint8Array<ArrayBuffer>;
}
declare class TextDecoder {
  constructor(label?: string, o?: { fatal?: boolean });
  decode(b: Uint8Array): string;
}
declare const performance: { now(): number };
declare function setTimeout(f: () => void, ms?: number): unknown;
declare function queueMicrotask(f: () => void): void;
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array | ArrayBuffer);
  }
  class Memory {
    constructor(o: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
  function validate(bytes: Uint8Array | ArrayBuffer): boolean;
  function compile(bytes: Uint8Array | ArrayBuffer): Promise<Module>;
  function instantiate(module: Module, imports?: Record<string, Record<string, unknown>>): Promise<Instance>;
}
declare function atob(base64: string): string;
/** absent in Node 20 */
declare const navigator: Navigator | undefined;
/** absent in Node */
declare var isSecureContext: boolean | undefined;
