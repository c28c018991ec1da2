import type { ReactNode } from 'react'

/** A part of the report with its heading in the company's colour. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="acta__section">
    <h2 className="acta__title">{title}</h2>
    <div className="acta__body">{children}</div>
  </section>
)

/** Labels with their values; an empty value has a dash. */
export const Cells = ({ cells }: { cells: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="acta__cells">
    {cells.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === undefined || value === '' ? <NoValue /> : value}</dd>
      </div>
    ))}
  </dl>
)

const NoValue = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">Sin dato</span>
  </>
)

/** A text of several lines. */
export const Note = ({ text }: { text: string | null | undefined }) =>
  text ? <p className="acta__note">{text}</p> : <p className="acta__empty">Sin observaciones</p>

/** The options of a printed form with the chosen one marked: by a sign and a word, not only by its colour. */
export const Choice = ({
  label,
  options,
  value,
}: {
  label: string
  options: Readonly<Record<string, string>>
  value: string | undefined
}) => (
  <ul role="list" className="acta__choice" aria-label={label}>
    {Object.entries(options).map(([key, name]) => (
      <li key={key} className={key === value ? 'acta__option acta__option--chosen' : 'acta__option'}>
        <span aria-hidden="true">{key === value ? '◉' : '○'}</span>
        {name}
        {key === value && <span className="visually-hidden"> (marcado)</span>}
      </li>
    ))}
  </ul>
)
