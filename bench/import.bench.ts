import { type ImportResult, importBars } from '@/server/market/import-bars';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { leastCpuMs, ms, report } from './measure';

/** CSV files as a data vendor writes them, one per share: 300 names over five years, about 26 MB. */
function csvFiles(): { name: string; bytes: Uint8Array }[] {
  const { dates, symbols, fields, status } = generateSyntheticMarket({ seed: 1, symbols: 300, years: 5 });
  return symbols.map((symbol, i) => {
    const rows = dates.flatMap((date, t) => {
      const at = t * symbols.length + i;
      if (status[at] !== 1) return [];
      const price = (x: number) => x.toFixed(4);
      return [`${date},${price(fields.open[at]!)},${price(fields.high[at]!)},${price(fields.low[at]!)},${price(fields.close[at]!)},${price(fields.preclose[at]!)},${fields.volume[at]},${fields.amount[at]!.toFixed(4)},${(((i + t) % 97) / 50).toFixed(6)},1,0`];
    });
    return { name: `${symbol.replace('SYN', '')}.csv`, bytes: new TextEncoder().encode(`date,open,high,low,close,preclose,volume,amount,turn,tradestatus,isST\n${rows.join('\n')}\n`) };
  });
}

const files = csvFiles();
const megabytes = files.reduce((sum, f) => sum + f.bytes.length, 0) / 1e6;
let result: ImportResult | null = null;
// Least of three, as everywhere: what others do on the machine only adds.
const least = await leastCpuMs(3, () => {
  result = importBars(files, { market: 'bench' });
});
const limit = (1500 * megabytes) / 26;
report({ claim: `${megabytes.toFixed(1)} MB of bars in ${files.length} CSV files, checked, into a panel`, measured: `${ms(least)} CPU`, target: `≤ ${ms(limit)}`, pass: result !== null && least <= limit });
