import { BulkBar } from '#web/bulk/BulkBar.tsx'
import type { ChosenRows } from '#web/core/chosen-rows.ts'

/** What can be done with the chosen clients. */
export const ClientBulkBar = ({ chosen }: { chosen: ChosenRows }) => (
  <BulkBar list="clients" chosen={chosen} words={WORDS} buttonsOf={buttonsOf} />
)

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

const WORDS = {
  all: (total: string) => `los ${total} clientes`,
  chosen: (chosen: number) => `${count(chosen)} ${chosen === 1 ? 'cliente elegido' : 'clientes elegidos'}`,
}

const buttonsOf = (chosen: number) => {
  const clients = `${count(chosen)} ${chosen === 1 ? 'cliente' : 'clientes'}`
  return [
    {
      action: 'send_access',
      label: 'Enviar el acceso',
      question: {
        title: `¿Enviar el acceso a ${clients}?`,
        text: 'Cada uno recibe un correo con el enlace para crear su contraseña. A quien ya entró no le llega nada.',
        confirm: `Enviar a ${clients}`,
      },
    },
  ] as const
}
