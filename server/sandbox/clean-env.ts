/** The whole environment of helper programs and of bwrap's own start: a path, no secret, no NODE_OPTIONS. */
export const CLEAN_ENV = { PATH: '/usr/bin:/bin' } as unknown as NodeJS.ProcessEnv;
