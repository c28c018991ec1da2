import { smsApi } from '#domain/integrations/sms-api.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { smsKeys } from '../sms-keys.ts'
import { numberOf, whatsappKeys } from '../whatsapp-keys.ts'
import type { Person, TestApp } from '../world.ts'

/** An account of text messages, and a WhatsApp number with a template, a price, a reply and a number that it does not reach. Returns the secret part of its webhook address. */
export async function seedWhatsapp({ owner }: TestApp, admin: Person, mark: string): Promise<string> {
  const { data } = await admin.call(whatsappApi.save, { body: { credentials: whatsappKeys(numberOf('matriz', 1)) } })
  await admin.call(smsApi.save, { body: { credentials: smsKeys() } })
  const values = [admin.companyId, mark]
  await owner.query(`update sms_accounts set problem = $2 where company_id = $1`, values)
  await owner.query(
    `insert into whatsapp_templates (company_id, notice, status, problem) values ($1, 'cut', 'rejected', $2)`,
    values,
  )
  await owner.query(
    `insert into whatsapp_prices (company_id, starts_on, price, set_by) values ($1, '2026-01-01', 330, $2)`,
    values,
  )
  await owner.query(
    `insert into whatsapp_replies (company_id, provider_id, phone, text) values ($1, 'wamid.' || $2, '573001112233', $2)`,
    values,
  )
  await owner.query(
    `insert into whatsapp_unreachable (company_id, phone, failure_code, since) values ($1, '3001112233', 131026, now())`,
    [admin.companyId],
  )
  return data.events_url.split('/').at(-1) ?? ''
}
