import { type APIRequestContext, expect } from '@playwright/test'

/** The password link of the newest email to an address in the demo's mailbox. Waits until one email has both the address and a link. */
export const passwordLinkOf = (request: APIRequestContext, email: string): Promise<string> =>
  linkOf(request, email, /\/reset-password\/new-password\/[\w%-]+(?:\?invited=\w+)?/)

/** The link that confirms a new address, from the newest email to it. Waits for that email. */
export const confirmationLinkOf = (request: APIRequestContext, email: string): Promise<string> =>
  linkOf(request, email, /\/confirm-email\/[\w%-]+/)

/**
 * The link to sign a contract, from its newest email to an address. Waits for that email: one of another contract may be there before, and
 * the one with the link `before`.
 */
export const signingLinkOf = (request: APIRequestContext, email: string, no: string, before = ''): Promise<string> =>
  linkOf(request, email, /\/firma\/[\w%-]+/, { subject: `Firma tu contrato ${no}`, before })

/** The code to create a password, from the newest email to an address with one. Waits for that email. */
export const recoveryCodeOf = async (request: APIRequestContext, email: string): Promise<string> => {
  const found = await linkOf(request, email, /código para crear una contraseña[\s\S]*?\b\d{6}\b/)
  return found.slice(-6)
}

async function linkOf(
  request: APIRequestContext,
  email: string,
  pattern: RegExp,
  { subject = '', before = '' } = {},
): Promise<string> {
  let link: string | undefined
  const find = async (): Promise<string | undefined> => {
    const page = await (await request.get('/correo')).text()
    link = linkIn(page.split('<article').slice(1), email, pattern, subject)
    return link === before ? undefined : link
  }
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return link ?? ''
}

/** Each email is an article of the page, the newest first. Other emails to the address, such as an invoice, have no such link. */
function linkIn(emails: readonly string[], email: string, pattern: RegExp, subject: string): string | undefined {
  const own = emails.filter((one) => one.includes(`Para ${email} `) && one.includes(subject))
  const links = own.map((one) => pattern.exec(one)?.[0])
  return links.find((one) => one !== undefined)
}
