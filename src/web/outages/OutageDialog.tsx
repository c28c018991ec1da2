import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { outageApi } from '#domain/outages/api.ts'
import { canOutage, OUTAGE_STATE_LABELS, type OutageDetail, outagePlace } from '#domain/outages/outage.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { CancelDialog, CorrectDialog, EndDialog } from './OutageForms.tsx'
import { AddPlaceDialog, OutagePlaces, type PlaceAction, placeLabel, RemovePlaceDialog } from './OutagePlaces.tsx'

type Props = { id: string; onClose: () => void }
type Opened = { action: 'cancel' } | { action: 'add' } | PlaceAction | null

/** One outage: what it reached, what is given back for it, and what can be done with it and with each of its places. */
export function OutageDialog({ id, onClose }: Props) {
  const read = useRead(outageApi.get, { params: { id } })
  const [open, setOpen] = useState<Opened>(null)
  const outage = read.data?.data
  if (outage && open !== null) return <FormOf outage={outage} opened={open} onClose={onClose} />
  return (
    <Dialog
      title={outage ? `Falla de ${outagePlace(outage)}` : 'Falla del servicio'}
      onClose={onClose}
      footer={outage && <Actions outage={outage} onOpen={setOpen} />}
    >
      <Query of={read} lines={6} height={28}>
        {({ data }) => (
          <>
            <Facts facts={factsOf(data)} />
            {data.places.length > 1 && <OutagePlaces outage={data} onOpen={setOpen} />}
            <p>
              <Link to={paths.outageContracts(data.id)}>Ver cada contrato</Link>
            </p>
          </>
        )}
      </Query>
    </Dialog>
  )
}

type FormOfProps = { outage: OutageDetail; opened: NonNullable<Opened>; onClose: () => void }

function FormOf({ outage, opened, onClose }: FormOfProps) {
  if (opened.action === 'cancel') return <CancelDialog outage={outage} onClose={onClose} />
  if (opened.action === 'add') return <AddPlaceDialog outage={outage} onClose={onClose} />
  const { action, place } = opened
  if (action === 'end') return <EndDialog outage={outage} place={place} onClose={onClose} />
  if (place === null) return null
  if (action === 'correct') return <CorrectDialog outage={outage} place={place} onClose={onClose} />
  return <RemovePlaceDialog outage={outage} place={place} onClose={onClose} />
}

const labelOf = (instant: string | null): string =>
  instant === null ? 'Sin registrar' : instantLabel(new Date(instant))

const factsOf = ({ compensation, ...outage }: OutageDetail) => [
  { label: 'Estado', value: OUTAGE_STATE_LABELS[outage.state] },
  ...(outage.places.length > 1 ? [] : outage.places.map((place) => ({ label: 'Dónde', value: placeLabel(place) }))),
  { label: 'Causa', value: outage.cause },
  { label: 'Empezó', value: labelOf(outage.started_at) },
  { label: 'Se espera que vuelva', value: labelOf(outage.expected_end_at) },
  { label: 'Volvió', value: labelOf(outage.ended_at) },
  ...(outage.reason === null ? [] : [{ label: 'Motivo del cambio', value: outage.reason }]),
  { label: 'Contratos sin servicio', value: String(outage.contracts) },
  { label: 'Contratos que se compensan', value: String(compensation.contracts) },
  { label: 'Va en la próxima factura', value: pesosLabel(compensation.waiting) },
  { label: 'Ya en facturas', value: pesosLabel(compensation.billed) },
  { label: 'Anunciada por', value: outage.created_by },
]

type ActionsProps = { outage: OutageDetail; onOpen: (opened: Opened) => void }

function Actions({ outage, onOpen }: ActionsProps) {
  const isFinancial = useSession().user?.metadata.role === 'financial'
  const [only, ...others] = outage.places
  return (
    <>
      {isFinancial && canOutage('cancel', outage.state) && (
        <Button variant="danger" onClick={() => onOpen({ action: 'cancel' })}>
          Anular
        </Button>
      )}
      {isFinancial && only && others.length === 0 && outage.state === 'ended' && (
        <Button onClick={() => onOpen({ action: 'correct', place: only })}>Corregir horas</Button>
      )}
      {canOutage('add', outage.state) && <Button onClick={() => onOpen({ action: 'add' })}>Agregar un lugar</Button>}
      {canOutage('end', outage.state) && (
        <Button variant="primary" onClick={() => onOpen({ action: 'end', place: null })}>
          Ya volvió el servicio
        </Button>
      )}
    </>
  )
}
