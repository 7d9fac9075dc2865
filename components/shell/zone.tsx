'use client';
import { createContext, type ReactNode, useContext } from 'react';

/** Zone of every instant on screen (an IANA name), chosen in the shell and kept in a cookie so that the server knows it. */
export interface ZoneChoice {
  zone: string;
}
const ZoneContext = createContext<ZoneChoice>({ zone: 'UTC' });

export const useZone = (): ZoneChoice => useContext(ZoneContext);
export const ZoneProvider = ({ zone, children }: { zone: string; children: ReactNode }) => <ZoneContext value={{ zone }}>{children}</ZoneContext>;
