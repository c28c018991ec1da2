import { type ContractBlock, sectionsOf } from '#domain/contracts/contract-sections.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import './contracts.css'

/** A contract to read: the sections of its text, one card for each. */
export function ContractSections({ text }: { text: string }) {
  return (
    <div className="contract-sheet">
      {sectionsOf(text).sections.map(({ heading, blocks }, index) => (
        <Card key={index} {...(heading === null ? {} : { title: heading })}>
          {blocks.map((block, place) => (
            <Block key={place} block={block} />
          ))}
        </Card>
      ))}
    </div>
  )
}

function Block({ block }: { block: ContractBlock }) {
  switch (block.kind) {
    case 'facts':
      return <Facts facts={block.facts} />
    case 'steps':
      return (
        <ol className="contract-steps">
          {block.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )
    case 'boxes':
      return (
        <ul className="contract-boxes">
          {block.boxes.map(({ label, isChecked }) => (
            <li key={label}>
              <span className="contract-box" aria-hidden="true">
                {isChecked && '✓'}
              </span>
              <span className="visually-hidden">{isChecked ? 'Marcada: ' : 'Sin marcar: '}</span>
              {label}
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <MonthTable rows={block.rows} />
    default:
      return <p>{block.text}</p>
  }
}

function MonthTable({ rows: [header = [], ...body] }: { rows: readonly (readonly string[])[] }) {
  return (
    <table className="contract-months">
      <thead>
        <tr>
          {header.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column} className="figures">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
