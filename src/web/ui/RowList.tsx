import type { ReactNode } from 'react'
import './RowList.css'

/** A list inside a card: one row for each `li`, with its text at the left and its value or actions at the right. */
export function RowList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className="row-list" role="list" {...(label === undefined ? {} : { 'aria-label': label })}>
      {children}
    </ul>
  )
}
