/** What a screen says when it cannot read its data and the server gave no sentence (ERR-03). */
export const READ_ERRORS = {
  company: 'Error al obtener la empresa',
  clients: 'Hubo un error al obtener clientes',
  profile: 'Error al obtener el perfil',
} as const
