import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { cashTurnApi } from '#domain/payments/cash-turn-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Alert } from '#web/ui/States.tsx'

/** Before cash is received or returned: the company requires a turn and the user has none open. */
export function TurnNotice() {
  const desk = useRead(cashTurnApi.desk, {}).data?.data
  if (!desk?.requires_turn || desk.open.length > 0) return null
  return (
    <Alert tone="warn">
      Para el efectivo necesitas un turno abierto. <Link to={paths.cash}>Abrir tu turno</Link>
    </Alert>
  )
}
