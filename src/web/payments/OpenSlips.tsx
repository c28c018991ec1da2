import { useEffect } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { type Slip, slipApi } from '#domain/payments/slip-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'
import { forgetSlips, isWithoutSignal, readKeptSlips } from './kept-slips.ts'

/** The slips of the client that can be paid; without a connection, those that this browser keeps. */
export function useOwnSlips() {
  const read = useRead(slipApi.own, {})
  const open = read.data?.data
  useEffect(() => {
    if (open) forgetSlips(({ id }) => open.every((slip) => slip.id !== id))
  }, [open])
  const slips: readonly Slip[] = open ?? (isWithoutSignal(read) ? readKeptSlips() : [])
  return { read, slips }
}

/** A line for each open slip, which opens it. */
export const OpenSlips = ({ slips }: { slips: readonly Slip[] }) =>
  slips.map((slip) => (
    <Alert key={slip.id}>
      Tienes un comprobante para pagar {pesosLabel(slip.amount)} en efectivo ({slip.numbers.join(', ')}). Si ya lo
      pagaste, no pagues otra vez. Vence el {instantLabel(new Date(slip.expires_at))}{' '}
      <Link to={paths.processing(slip.id)}>Ver comprobante</Link>
    </Alert>
  ))
