import { useEffect, useSyncExternalStore } from 'react'
import type { Brand } from '#domain/core/brand.ts'

const VARIABLES = {
  '--brand-solid': 'solid',
  '--brand-ink': 'ink',
  '--brand-text': 'text',
  '--brand-text-dark': 'text_dark',
  '--brand-tint': 'tint',
  '--brand-tint-dark': 'tint_dark',
  '--brand-ring': 'ring',
} as const satisfies Record<string, keyof Brand>

/** Paints the screen in the colours of a company while they are known and the screen is open. */
export function useBrand(brand: Brand | undefined): void {
  useEffect(() => {
    if (!brand) return
    const { style } = document.documentElement
    for (const [variable, shade] of Object.entries(VARIABLES)) style.setProperty(variable, brand[shade])
    return () => {
      for (const variable of Object.keys(VARIABLES)) style.removeProperty(variable)
    }
  }, [brand])
}

/** The company whose document an open page shows. */
export type ShownCompany = { name: string; logo_url: string | null; initial_letter: string; brand: Brand }

let shown: ShownCompany | null = null
const listeners = new Set<() => void>()

function show(company: ShownCompany | null): void {
  shown = company
  for (const listener of listeners) listener()
}

/** An open page of one company: its colours, and its logo and name in the frame of the public pages. */
export function useShownCompany(company: ShownCompany | undefined): void {
  useBrand(company?.brand)
  useEffect(() => {
    if (!company) return
    show(company)
    return () => show(null)
  }, [company])
}

/** For the frame: the company of the page inside it, or null. */
export const useFrameCompany = (): ShownCompany | null => useSyncExternalStore(subscribe, () => shown)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
