import { pqrApi } from '#domain/pqr/api.ts'
import { pqrPresenceApi } from '#domain/pqr/presence-api.ts'
import { pqrRegulatorApi } from '#domain/pqr/regulator-api.ts'
import { pqrTemplateApi } from '#domain/pqr/template-api.ts'
import { SAMPLE_PDF } from '../cases/case.ts'
import { newCase } from '../cases/filed.ts'
import { upload } from '../upload.ts'
import type { TestApp } from '../world.ts'
import type { StaffMembers } from './actors.ts'

/** Files a case of a client, with a file, an internal note, a task, and what the company needs for its cases. */
export async function seedCase(
  t: TestApp,
  { financial, admin }: StaffMembers,
  { client }: { client: string },
  mark: string,
) {
  const filed = await financial.call(pqrApi.create, {
    body: { pqr: { ...newCase(`Reclamo ${mark}`), client_id: client, channel: 'telefono' } },
  })
  const params = { id: filed.data.id }
  const { data } = await financial.call(pqrApi.message, { params, body: { text: `Nota ${mark}`, internal: true } })
  await upload(t, financial, pqrApi.files, { name: `${mark}.pdf`, bytes: SAMPLE_PDF }, {}, {}, { params })
  await financial.call(pqrApi.answer, { params, body: { text: `Respuesta ${mark}`, decision: 'contra' } })
  const template = await financial.call(pqrTemplateApi.create, {
    body: { template: { name: client, text: 'Buenos días' } },
  })
  await t.owner.query(`insert into pqr_tasks (company_id, case_id, text, due_at) values ($1, $2, $3, now())`, [
    financial.companyId,
    data.id,
    mark,
  ])
  await t.owner.query(
    `insert into pqr_mails (company_id, case_id, digest, outcome, received_at) values ($1, $2, sha256($3::bytea), 'kept', now())`,
    [financial.companyId, data.id, mark],
  )
  await t.owner.query(
    `insert into pqr_visits (company_id, case_id, visit_id) select company_id, $2, id from visits where company_id = $1 limit 1 on conflict do nothing`,
    [financial.companyId, data.id],
  )
  await financial.call(pqrPresenceApi.record, { params, body: { doing: 'reading' } })
  const code = { list: 'typology', key: 'facturacion', code: '1' }
  await admin.call(pqrRegulatorApi.saveCode, { body: { code } })
  await t.owner.query(
    `insert into pqr_ranges (company_id, year, operator_code, first_number) values ($1, 2020, $2, 1) on conflict do nothing`,
    [financial.companyId, await operatorCode(t, financial.companyId)],
  )
  await t.owner.query(
    `insert into message_files (company_id, message_id, name, type, sha256)
     select company_id, id, $2, 'application/pdf', repeat('0', 64) from messages where company_id = $1 limit 1 on conflict do nothing`,
    [financial.companyId, mark],
  )
  const { rows } = await t.owner.query<{ id: string }>('select id from pqr_files where case_id = $1', [data.id])
  return { pqr: data.id, pqrFile: rows[0]?.id ?? '', pqrTemplate: template.data.id }
}

/** A code that no other company has: that of the number of companies before it. */
async function operatorCode(t: TestApp, companyId: string): Promise<string> {
  const { rows } = await t.owner.query<{ code: string }>(
    'select (4000 + count(*))::text as code from companies where id < $1',
    [companyId],
  )
  return rows[0]?.code ?? ''
}
