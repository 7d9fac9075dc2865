/** Whether the new episode meets the market's costs. */
export function FrictionChoice({ value, onChange }: { value: boolean; onChange: (friction: boolean) => void }) {
  const options = [
    { friction: true, label: 'With friction', hint: 'Fees, spread and market impact are paid, as in the market.' },
    { friction: false, label: 'Without friction', hint: 'Orders cost nothing: no fees, no spread, no impact. What the idea is worth, not what it earns.' },
  ];
  return (
    <fieldset className="space-y-2 text-[0.8125rem]">
      <legend className="mb-1 font-medium">Execution</legend>
      {options.map(({ friction, label, hint }) => (
        <label key={label} className="flex items-baseline gap-2">
          <input type="radio" name="friction" checked={value === friction} onChange={() => onChange(friction)} />
          <span>
            {label} <span className="block text-xs text-ink-2">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
