import 'server-only';
import { cookies } from 'next/headers';
import { THEME_COOKIE, type Theme, toTheme, toZone, ZONE_COOKIE } from '@/components/shell/preferences';

/** Zone in which this reader sees instants (an IANA name). */
export const readZone = async (): Promise<string> => toZone((await cookies()).get(ZONE_COOKIE)?.value);

/** Theme this reader chose; `system` follows the device. */
export const readTheme = async (): Promise<Theme> => toTheme((await cookies()).get(THEME_COOKIE)?.value);
