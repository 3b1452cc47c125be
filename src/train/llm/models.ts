/** Language models the visitor can ask, as web-llm's prebuilt list names them. The numbers are that list's own (models.test.ts holds them against it), written here because the library is 6 MB. */

export interface LanguageModel {
  /** without the quantisation */
  readonly id: string;
  readonly label: string;
  readonly licence: string;
  /** memory the library says it needs, MB: with half-precision shaders, and without */
  readonly memory: { readonly f16: number; readonly f32: number };
}

export const LANGUAGE_MODELS: readonly LanguageModel[] = [
  { id: 'SmolLM2-360M-Instruct', label: 'SmolLM2 360M', licence: 'Apache-2.0', memory: { f16: 376.06, f32: 579.61 } },
  { id: 'Qwen2.5-0.5B-Instruct', label: 'Qwen2.5 0.5B', licence: 'Apache-2.0', memory: { f16: 944.62, f32: 1060.2 } },
  { id: 'Llama-3.2-1B-Instruct', label: 'Llama 3.2 1B', licence: 'Llama 3.2 Community License', memory: { f16: 879.04, f32: 1128.82 } },
  { id: 'Qwen2.5-1.5B-Instruct', label: 'Qwen2.5 1.5B', licence: 'Apache-2.0', memory: { f16: 1629.75, f32: 1888.97 } },
];

/** the name in web-llm's list: four-bit weights, computed in half precision where the device has it */
export const prebuiltId = (id: string, f16: boolean): string => `${id}-${f16 ? 'q4f16_1' : 'q4f32_1'}-MLC`;

/** Where the weights and the compiled model come from. */
export const HOSTS = ['huggingface.co', 'raw.githubusercontent.com'] as const;
