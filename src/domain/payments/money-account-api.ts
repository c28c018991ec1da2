import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { MoneyAccount, MoneyAccountChanges, NewMoneyAccount } from './money-account.ts'

const roles = ['financial', 'admin'] as const
const ChangedReply = z.object({ data: MoneyAccount, message: z.string() })

export const moneyAccountApi = api({
  list: {
    method: 'GET',
    path: '/accounting/account',
    summary: 'Las cajas y cuentas bancarias que reciben los pagos, también las inactivas',
    roles,
    reply: z.object({ data: z.array(MoneyAccount) }),
  },
  create: {
    method: 'POST',
    path: '/accounting/account',
    summary: 'Agrega una caja o una cuenta bancaria',
    roles,
    status: 201,
    body: z.strictObject({ account: NewMoneyAccount }),
    reply: ChangedReply,
  },
  update: {
    method: 'PATCH',
    path: '/accounting/account/:id',
    summary: 'Cambia una caja o cuenta bancaria, o la desactiva',
    roles,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ account: MoneyAccountChanges }),
    reply: ChangedReply,
  },
})
