import type { ReactNode } from 'react'
import './Badge.css'

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

const SIGNS: Record<Tone, string> = { good: '✓', info: '◷', warn: '◑', bad: '!', quiet: '–' }

/** A state as colour, sign and word together, because some users do not see the colours. Never in the company's colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge badge--${tone}`}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {children}
    </span>
  )
}
