import { useEffect } from 'react'
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

/** Paints the screen in the company's colours while somebody of that company is in. */
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
