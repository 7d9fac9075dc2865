import { z } from 'zod';

// zod 4 probes `new Function` before its first parse, which the page's CSP forbids and reports (stack.md P32).
z.config({ jitless: true });
