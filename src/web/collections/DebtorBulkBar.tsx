import { BulkBar } from '#web/bulk/BulkBar.tsx'
import type { ChosenRows } from '#web/core/chosen-rows.ts'

/** What can be done with the chosen contracts in arrears. */
export const DebtorBulkBar = ({ chosen }: { chosen: ChosenRows }) => (
  <BulkBar list="suspension_preview" chosen={chosen} words={WORDS} buttonsOf={buttonsOf} />
)

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

const WORDS = {
  all: (total: string) => `los ${total} contratos`,
  chosen: (chosen: number) => `${count(chosen)} ${chosen === 1 ? 'contrato elegido' : 'contratos elegidos'}`,
}

const buttonsOf = (chosen: number) => [
  {
    action: 'remind_debtors' as const,
    label: 'Recordar el pago',
    question: {
      title: `¿Recordar el pago de ${count(chosen)} ${chosen === 1 ? 'contrato' : 'contratos'}?`,
      text: 'Cada cliente que autoriza el correo recibe uno, de su factura más vencida, en el horario que permite la ley. A quien prometió pagar o está pagando no le llega nada. Puedes deshacer los que no hayan salido.',
      confirm: 'Recordar el pago',
    },
  },
]
