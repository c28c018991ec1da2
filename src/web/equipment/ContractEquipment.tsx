import { useState } from 'react'
import { Link } from 'react-router'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { EQUIPMENT_STATE_LABELS, equipmentName } from '#domain/equipment/equipment.ts'
import type { ContractPiece } from '#domain/equipment/unreturned.ts'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { Alert } from '#web/ui/States.tsx'
import { ChargeEquipmentDialog } from './ChargeEquipmentDialog.tsx'
import { EQUIPMENT_TONES } from './equipment-words.ts'

/** The pieces of a contract for the desk, which charges those that were not returned (R2.21). Nothing for a contract without pieces. */
export function ContractEquipment({ no }: { no: string }) {
  const { data } = useRead(equipmentApi.ofContract, { params: { no } })
  const [charged, setCharged] = useState<ContractPiece | null>(null)
  const pieces = data?.data ?? []
  if (pieces.length === 0) return null
  return (
    <Card title="Equipos del contrato">
      {pieces.map(({ id, reminder }) => reminder !== null && <Alert key={id}>{reminder}.</Alert>)}
      <RowList label="Equipos del contrato">
        {pieces.map((piece) => (
          <li key={piece.id}>
            <span className="two-lines">
              {equipmentName(piece)}
              <small>
                <NoteOf piece={piece} />
              </small>
            </span>
            {piece.problem === null ? (
              <Button
                size="dense"
                aria-label={`Cobrar equipo no devuelto: ${equipmentName(piece)}`}
                onClick={() => setCharged(piece)}
              >
                Cobrar equipo no devuelto
              </Button>
            ) : (
              <Badge tone={EQUIPMENT_TONES[piece.state]}>{EQUIPMENT_STATE_LABELS[piece.state]}</Badge>
            )}
          </li>
        ))}
      </RowList>
      {charged && <ChargeEquipmentDialog no={no} piece={charged} onClose={() => setCharged(null)} />}
    </Card>
  )
}

/** What happens with a piece: its charge, or why it has none. */
function NoteOf({ piece: { charge, problem, state } }: { piece: ContractPiece }) {
  if (charge?.invoice)
    return (
      <>
        {pesosLabel(charge.price)} en la{' '}
        <Link to={paths.view('invoice', charge.invoice.id)}>{charge.invoice.number}</Link>
      </>
    )
  if (charge) return `${pesosLabel(charge.price)} en la próxima factura`
  return problem ?? (state === 'lost' ? 'Se perdió' : 'No se ha devuelto')
}
