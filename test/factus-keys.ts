/** Credentials of Factus's test environment. */
export const factusKeys = (name: string) => ({
  environment: 'test' as const,
  user: `${name}@factus.test`,
  password: `clave ${name} 2026`,
  client_id: `cliente-${name}`,
  client_secret: `secreto-de-prueba-${name}`,
})
