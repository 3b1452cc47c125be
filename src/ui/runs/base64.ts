/** Float32 numbers, little-endian as every machine with a browser has them, as base64. */
const CHUNK = 0x8000;

export function toBase64(data: Float32Array): string {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(text);
}

/** null when it is not base64 of whole numbers */
export function fromBase64(text: string): Float32Array<ArrayBuffer> | null {
  try {
    const raw = atob(text);
    if (raw.length % 4 !== 0) return null;
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Float32Array(bytes.buffer);
  } catch {
    return null;
  }
}
