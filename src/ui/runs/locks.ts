/** One tab writes a run: it holds the run's lock as long as it does. The browser takes the lock back from a tab that is closed or dies. */

export interface Locks {
  /** what ends the hold; null when the run is held already, in another tab or in this one */
  hold(key: string): Promise<(() => void) | null>;
  /** runs that other tabs write at the moment */
  elsewhere(): Promise<ReadonlySet<string>>;
}

const PREFIX = 'thaw run ';

/** Without the Web Locks API (on insecure addresses) every run is free. */
export function createLocks(manager: LockManager | undefined): Locks {
  const own = new Set<string>();
  return {
    hold(key) {
      if (own.has(key)) return Promise.resolve(null);
      if (!manager) {
        own.add(key);
        return Promise.resolve(() => void own.delete(key));
      }
      return new Promise((resolve, reject) => {
        manager
          .request(PREFIX + key, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(null);
            own.add(key);
            return new Promise<void>((end) =>
              resolve(() => {
                own.delete(key);
                end();
              }),
            );
          })
          .catch(reject);
      });
    },
    async elsewhere() {
      // a browser that does not answer: the lock itself still decides
      const { held = [] } = (await manager?.query().catch(() => null)) ?? {};
      return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) && !own.has(name.slice(PREFIX.length)) ? [name.slice(PREFIX.length)] : [])));
    },
  };
}
