'use client';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { type Binding, matchPresses, nameOfPress } from './hotkey-match';

export interface Hotkey extends Binding {
  label: string;
  /** Heading in the key sheet: Go to, List, Page … */
  group: string;
  run: () => void;
}

interface Registry {
  add: (hotkey: Hotkey) => () => void;
  list: readonly Hotkey[];
}
const HotkeyContext = createContext<Registry>({ add: () => () => {}, list: [] });

const SEQUENCE_MS = 1200;
const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * One registry feeds the handlers, the `?` sheet and the palette, so that a key on screen is a key that works
 * (langfuse#14501). No bare key may approve, kill or sign: nothing registered here does.
 */
export function HotkeyProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<readonly Hotkey[]>([]);
  const current = useRef(list);
  current.current = list;
  const add = useCallback((hotkey: Hotkey) => {
    setList((all) => [...all, hotkey]);
    return () => setList((all) => all.filter((h) => h !== hotkey));
  }, []);

  // External system: the document's key events.
  useEffect(() => {
    let pressed: string[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      const name = nameOfPress(event);
      if (!name || event.defaultPrevented || event.isComposing) return;
      const modal = document.querySelector('dialog[open]') !== null;
      pressed.push(name);
      const { hit, waiting } = modal ? { hit: null, waiting: false } : matchPresses(current.current, pressed, isTyping(event.target));
      clearTimeout(timer);
      if (waiting) {
        timer = setTimeout(() => (pressed = []), SEQUENCE_MS);
        return;
      }
      pressed = [];
      if (hit) {
        event.preventDefault();
        hit.run();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return <HotkeyContext value={{ add, list }}>{children}</HotkeyContext>;
}

export const useHotkeyList = (): readonly Hotkey[] => useContext(HotkeyContext).list;

/** Registers a shortcut while the calling component is on screen. */
export function useHotkey(hotkey: Hotkey): void {
  const { add } = useContext(HotkeyContext);
  const { keys, label, group, whileTyping } = hotkey;
  const run = useRef(hotkey.run);
  run.current = hotkey.run;
  useEffect(() => add({ keys, label, group, ...(whileTyping ? { whileTyping } : {}), run: () => run.current() }), [add, keys, label, group, whileTyping]);
}
