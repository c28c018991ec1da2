import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { SYSTEM } from '#server/core/context.ts'
import { signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { setStatuses } from './history.ts'
import { inDemoTransaction } from './transaction.ts'

const t = testApp()

test('OPS-01 un contrato en borrador de la demostración se firma como cualquier otro', async () => {
  const company = await t.company()
  for (let index = 0; index < 7; index += 1) {
    const { id } = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, id)
  }
  const scope = { ...SYSTEM, companyId: company.id, actorName: 'La demostración', actorRole: 'system' }
  await inDemoTransaction(t.world, scope, (tx) => setStatuses(tx, dayOf(t.world.clock())))
  const { rows } = await t.owner.query<{ no_contract: string; identification: string }>(
    `select c.no_contract, k.identification from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
     where c.company_id = $1 and c.status = 'draft'`,
    [company.id],
  )
  expect(rows).toHaveLength(1)
  const financial = await company.person('financial')
  for (const { no_contract: no, identification } of rows) {
    const { data } = await financial.call(contractApi.sign, { params: { no }, body: signatureBody(identification) })
    expect(data.status).toBe('awaiting_installation')
  }
})
