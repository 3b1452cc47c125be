/** Updates per second over the last eight seconds. */
export class Rate {
  private times: number[] = [];

  add(t: number): void {
    this.times.push(t);
    while (this.times.length > 2 && this.times[0]! < t - 8000) this.times.shift();
  }

  /** Work begins now: the first update is then a basis, too. */
  begin(t: number): void {
    if (this.times.length === 0) this.times.push(t);
  }

  reset(): void {
    this.times = [];
  }

  perSecond(): number {
    const n = this.times.length;
    return n < 2 ? 0 : ((n - 1) * 1000) / (this.times[n - 1]! - this.times[0]!);
  }

  secondsLeft(updates: number): number | null {
    const r = this.perSecond();
    return r > 0 ? updates / r : null;
  }
}
