import { BUREAU_STATE_LABELS } from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { listLabel } from '#domain/core/text.ts'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { BUREAU_TONES, nextLabel, noticeLabel } from './bureau-words.ts'

/** The notices before a report and the reports of a client, on its page. Nothing without any. */
export function ClientBureau({ clientId }: { clientId: string }) {
  const read = useRead(bureauApi.ofClient, { query: { client_id: clientId } }, { background: true })
  const cases = read.data?.data ?? []
  if (cases.length === 0) return null
  return (
    <Card title="Centrales de riesgo">
      <RowList label="Avisos antes de un reporte">
        {cases.map((one) => (
          <li key={one.id}>
            <span className="two-lines">
              {pesosLabel(one.debt)} · {nextLabel(one)}
              <small>
                {one.notices.length === 0 ? 'Sin avisos' : `Avisos: ${listLabel(one.notices.map(noticeLabel))}`}
              </small>
            </span>
            <Badge tone={BUREAU_TONES[one.state]}>{BUREAU_STATE_LABELS[one.state]}</Badge>
          </li>
        ))}
      </RowList>
    </Card>
  )
}
