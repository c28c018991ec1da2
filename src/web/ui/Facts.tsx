import type { ReactNode } from 'react'
import './Facts.css'

/** The data of a record as a list of labels and values. */
export function Facts({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One figure with its label and a note. */
export function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="card figure">
      <p className="figure__label">{label}</p>
      <p className="figure__value figures">{value}</p>
      {note && <p className="figure__note">{note}</p>}
    </div>
  )
}
