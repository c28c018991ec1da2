import type { Client } from '#domain/clients/client.ts'
import { amountOf, numberOf } from '#web/ui/amount.ts'

type FormValues = Readonly<Record<string, unknown>>

export const LINE_FIELDS = ['kind', 'description', 'quantity', 'price'] as const

export const CONTRACT_FIELD = 'invoice.no_contract'

/** The contracts of a client that can be charged: those that were signed, the ones in service first. */
export const contractsToCharge = ({ contracts }: Pick<Client, 'contracts'>): Client['contracts'] =>
  contracts
    .filter(({ status }) => status !== 'draft' && status !== 'cancelled')
    .toSorted((first, second) => Number(second.status === 'active') - Number(first.status === 'active'))

/** The controls of a form with `lines` lines, named as the server names the fields of the body. */
export const oneOffFields = (lines: number): string[] => [
  CONTRACT_FIELD,
  ...Array.from({ length: lines }, (_, index) => LINE_FIELDS.map((field) => lineField(index, field))).flat(),
  'invoice.lines',
]

export const lineField = (index: number, field: (typeof LINE_FIELDS)[number]): string =>
  `invoice.lines.${index}.${field}`

/** The form values → the body of the call. */
export const oneOffBody = (typed: FormValues, lines: number) => ({
  invoice: {
    no_contract: text(typed, CONTRACT_FIELD).toUpperCase(),
    lines: Array.from({ length: lines }, (_, index) => ({
      kind: text(typed, lineField(index, 'kind')),
      description: text(typed, lineField(index, 'description')),
      quantity: numberOf(text(typed, lineField(index, 'quantity'))),
      price: amountOf(text(typed, lineField(index, 'price'))),
    })),
  },
})

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
