import { paths } from '../paths';

/** Screens with an address of their own, in the order of a working day. `key` follows `g`. */
export const NAV_ITEMS = [
  { label: 'Overview', href: paths.overview(), key: 'o' },
  { label: 'Data', href: paths.data(), key: 'd' },
  { label: 'Audit', href: paths.audit(), key: 'a' },
  { label: 'Settings', href: paths.settings(), key: 's' },
] as const;

/** Is `href` the screen that `pathname` belongs to? */
export const isCurrent = (pathname: string, href: string): boolean => (href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`));
