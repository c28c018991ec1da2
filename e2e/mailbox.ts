import { type APIRequestContext, expect } from '@playwright/test'

/** The password link of the newest email to an address in the demo's mailbox. Waits until one email has both the address and a link. */
export async function passwordLinkOf(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  const find = async (): Promise<string | undefined> => {
    const page = await (await request.get('/correo')).text()
    link = passwordLinkIn(page, email)
    return link
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return link ?? ''
}

/** Each email is an article of the page, the newest first. Other emails to the address, such as an invoice, have no password link. */
function passwordLinkIn(page: string, email: string): string | undefined {
  const emails = page.split('<article').slice(1)
  const links = emails
    .filter((one) => one.includes(`Para ${email} `))
    .map((one) => /\/reset-password\/new-password\/[\w%-]+/.exec(one)?.[0])
  return links.find((one) => one !== undefined)
}
