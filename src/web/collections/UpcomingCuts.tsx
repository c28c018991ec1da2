import { Link } from 'react-router'
import { collectionApi } from '#domain/collections/api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'

const SHOWN_MAX = 4

/** The cuts of tomorrow on the dashboard of the desk, with their list (DSH-02). Nothing while the policy is off. */
export function UpcomingCuts() {
  const read = useRead(
    collectionApi.preview,
    { query: { action: 'cut', page: 1, page_size: SHOWN_MAX } },
    { background: true },
  )
  const summary = read.data?.summary
  if (read.data === undefined || summary === undefined || summary.mode === 'off') return null
  const { cut, debt_cut, on } = summary
  return (
    <Card
      title={`Próximos cortes: ${cut} el ${shortDayLabel(on)}`}
      actions={<Link to={`${paths.collections}?action=cut`}>Ver los cortes</Link>}
    >
      {cut === 0 ? (
        <p>Mañana no se corta a nadie.</p>
      ) : (
        <>
          <p>Suman {pesosLabel(debt_cut)} vencidos.</p>
          <RowList label="Contratos que se cortan mañana">
            {read.data.data.map(({ id, no_contract, client, debt }) => (
              <li key={id}>
                <span className="two-lines">
                  <Link to={paths.contract(no_contract)}>{client.name}</Link>
                  <small>{no_contract}</small>
                </span>
                <strong>{pesosLabel(debt)}</strong>
              </li>
            ))}
          </RowList>
        </>
      )}
    </Card>
  )
}
