import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import { paths } from '#domain/core/paths.ts'
import { canCorrectMac, equipmentApi } from '#domain/equipment/api.ts'
import {
  EQUIPMENT_STATE_LABELS,
  type EquipmentDetail,
  equipmentLifecycle,
  equipmentName,
  PROPERTY_LABELS,
} from '#domain/equipment/equipment.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EQUIPMENT_TONES } from './equipment-words.ts'
import { MoveEquipmentDialog, NumbersDialog } from './MoveEquipmentDialog.tsx'

type Props = { id: string; onClose: () => void }

/** One piece: where it is, where it can go, and every place that it had. */
export function EquipmentDialog({ id, onClose }: Props) {
  const read = useRead(equipmentApi.get, { params: { id } })
  const [open, setOpen] = useState<'move' | 'numbers' | null>(null)
  const piece = read.data?.data
  if (piece && open === 'move') return <MoveEquipmentDialog equipment={piece} onClose={onClose} />
  if (piece && open === 'numbers') return <NumbersDialog equipment={piece} onClose={onClose} />
  return (
    <Dialog
      title={piece ? equipmentName(piece) : 'Equipo'}
      onClose={onClose}
      footer={piece && <Actions equipment={piece} onOpen={setOpen} />}
    >
      <Query of={read} lines={6} height={28}>
        {({ data }) => (
          <>
            <Badge tone={EQUIPMENT_TONES[data.state]}>{EQUIPMENT_STATE_LABELS[data.state]}</Badge>
            <Facts facts={factsOf(data)} />
            <History equipment={data} />
          </>
        )}
      </Query>
    </Dialog>
  )
}

type ActionsProps = { equipment: EquipmentDetail; onOpen: (action: 'move' | 'numbers') => void }

function Actions({ equipment, onOpen }: ActionsProps) {
  const { user } = useSession()
  const isComplete = equipment.serial !== null && equipment.mac !== null
  const label = isComplete ? 'Corregir la MAC' : 'Completar serial o MAC'
  const canWrite = !isComplete || (user !== null && canCorrectMac(user.metadata.role))
  return (
    <>
      {canWrite && <Button onClick={() => onOpen('numbers')}>{label}</Button>}
      {equipmentLifecycle.states.some((state) => equipmentLifecycle.can(equipment.state, state)) && (
        <Button variant="primary" onClick={() => onOpen('move')}>
          Mover
        </Button>
      )}
    </>
  )
}

const factsOf = ({ kind, brand, model, serial, mac, property, technician, no_contract }: EquipmentDetail) => [
  { label: 'Tipo', value: EQUIPMENT_KIND_LABELS[kind] },
  { label: 'Marca y modelo', value: `${brand} ${model ?? ''}` },
  { label: 'Serial', value: serial ?? 'Sin serial' },
  { label: 'MAC', value: mac ?? 'Sin MAC' },
  { label: 'Propiedad', value: PROPERTY_LABELS[property] },
  ...(technician === null ? [] : [{ label: 'Lo tiene', value: technician.name }]),
  ...(no_contract === null
    ? []
    : [{ label: 'Contrato', value: <Link to={paths.contract(no_contract)}>{no_contract}</Link> }]),
]

function History({ equipment }: { equipment: EquipmentDetail }) {
  const role = useSession().user?.metadata.role
  return (
    <section>
      <h3>Dónde ha estado</h3>
      <RowList label="Historia del equipo">
        {equipment.moves.map((move, index) => (
          <li key={index}>
            <span className="two-lines">
              <span>
                {EQUIPMENT_STATE_LABELS[move.to]}
                {move.technician !== null && `: ${move.technician}`}
                {move.no_contract !== null && `, contrato ${move.no_contract}`}
              </span>
              <small>
                {move.actor}, {instantLabel(new Date(move.at))}
                {move.note !== null && `. ${move.note}`}
              </small>
            </span>
            {move.report_id !== null && role === 'financial' && (
              <Link to={paths.view('acta', move.report_id)}>Ver acta</Link>
            )}
          </li>
        ))}
      </RowList>
    </section>
  )
}
