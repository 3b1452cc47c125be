/** Bytes in a row, to write and to read with every step checked, and base64url, the text a link may hold them in. */

export class ByteWriter {
  private readonly bytes: number[] = [];
  u8(x: number): void {
    this.bytes.push(x & 0xff);
  }
  u16(x: number): void {
    this.bytes.push(x & 0xff, (x >> 8) & 0xff);
  }
  /** whole number from 0, seven bits a byte */
  varint(x: number): void {
    for (; x >= 128; x = Math.floor(x / 128)) this.bytes.push((x % 128) | 128);
    this.bytes.push(x);
  }
  raw(x: ArrayLike<number>): void {
    for (let i = 0; i < x.length; i++) this.bytes.push(x[i]!);
  }
  done(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** Throws 'it ends too early' past the end. */
export class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  raw(n: number): Uint8Array {
    if (n > this.left) throw new Error('it ends too early');
    return this.bytes.subarray(this.at, (this.at += n));
  }
  u8(): number {
    return this.raw(1)[0]!;
  }
  u16(): number {
    const [lo, hi] = this.raw(2) as unknown as [number, number];
    return lo | (hi << 8);
  }
  /** at most four bytes */
  varint(): number {
    let x = 0;
    for (let i = 0, unit = 1; i < 4; i++, unit *= 128) {
      const b = this.u8();
      x += (b & 127) * unit;
      if (b < 128) return x;
    }
    throw new Error('a number in it is too long');
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function toBase64url(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = bytes.subarray(i, i + 3) as unknown as number[];
    const bits = (a! << 16) | (b << 8) | c;
    for (let j = 0; j <= Math.min(3, bytes.length - i); j++) out += LETTERS[(bits >> (18 - 6 * j)) & 63];
  }
  return out;
}

/** Throws when a character is not of the alphabet. */
export function fromBase64url(text: string): Uint8Array {
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let n = 0;
  let at = 0;
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) throw new Error('it has characters that do not belong there');
    bits = ((bits << 6) | value) & 0xffffff;
    n += 6;
    if (n >= 8) out[at++] = (bits >> (n -= 8)) & 0xff;
  }
  return out;
}
