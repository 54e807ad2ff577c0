declare module '@hapi/hawk' {
  interface Credentials {
    readonly id: string;
    readonly key: string;
    readonly algorithm: 'sha1' | 'sha256';
    readonly user?: string;
  }
  export const server: {
    authenticate(
      request: unknown,
      lookUp: (id: string) => Credentials | Promise<Credentials>,
      options?: { readonly payload?: string; readonly localtimeOffsetMsec?: number },
    ): Promise<{ readonly credentials: Credentials; readonly artifacts: Readonly<Record<string, string | undefined>> }>;
  };
}
