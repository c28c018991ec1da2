import type { ReactNode } from 'react'
import './Badge.css'

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

const SIGNS: Record<Tone, string> = { good: '✓', info: '◷', warn: '◑', bad: '!', quiet: '–' }

/** A state: colour, sign and word together, because colour alone says nothing to some people. Never the company's colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge badge--${tone}`}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {children}
    </span>
  )
}
