import { useStore } from 'zustand';
import { library } from './client.ts';
import type { LibraryState } from './library.ts';

export const useLibrary = <T>(select: (s: LibraryState) => T): T => useStore(library.store, select);
