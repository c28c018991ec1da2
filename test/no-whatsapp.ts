import { smsGateways } from '#server/providers/sms/gateway.ts'
import { whatsappAccounts } from '#server/providers/whatsapp/accounts.ts'
import { noFactus } from './no-factus.ts'

/** For a world that must never call the provider: no server listens at that address. */
export const noWhatsapp = whatsappAccounts('http://127.0.0.1:9/v25.0')

/** It may call no address of this machine. */
export const noSms = smsGateways([])

/** The providers of a world that pays online and does nothing else. */
export const onlyPayments = { factus: noFactus, whatsapp: noWhatsapp, sms: noSms }
