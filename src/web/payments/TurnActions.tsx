import { useState } from 'react'
import type { CashTurn } from '#domain/payments/cash-turn.ts'
import { Button } from '#web/ui/Button.tsx'
import { CashMovementDialog, type MovementKind } from './CashMovementDialog.tsx'
import { CloseTurnDialog } from './CloseTurnDialog.tsx'

/** The buttons of an open turn: cash that leaves it, and its closing. */
export function TurnActions({ turn }: { turn: CashTurn }) {
  const [shown, setShown] = useState<MovementKind | 'closing' | null>(null)
  const close = (): void => setShown(null)
  return (
    <>
      <Button onClick={() => setShown('expense')}>Gasto menor</Button>
      <Button onClick={() => setShown('deposit')}>Consignar</Button>
      <Button variant="primary" onClick={() => setShown('closing')}>
        Contar y cerrar
      </Button>
      {shown === 'closing' && <CloseTurnDialog turn={turn} onClose={close} />}
      {(shown === 'expense' || shown === 'deposit') && <CashMovementDialog turn={turn} kind={shown} onClose={close} />}
    </>
  )
}
