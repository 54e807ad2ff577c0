/** Every command of the manifest; a test holds the two against each other. */
export const commandIds = [
  'req.send',
  'req.sendAgain',
  'req.updateSnapshots',
  'req.cancel',
  'req.cancelAll',
  'req.showResponse',
  'req.copyBody',
  'req.saveBody',
  'req.openBody',
  'req.findInBody',
  'req.pinResponse',
  'req.copyAsCurl',
  'req.pasteCurl',
  'req.import',
  'req.chooseEnvironment',
  'req.setSecret',
  'req.deleteSecret',
  'req.showSecrets',
  'req.revealSecret',
  'req.showCookies',
  'req.forgetPermissions',
  'req.signOut',
  'req.clearVariables',
  'req.showVariables',
  'req.filterVariables',
  'req.showAllVariables',
  'req.addVariable',
  'req.editVariable',
  'req.deleteVariable',
  'req.copyVariableValue',
  'req.copyVariablePlaceholder',
  'req.goToVariable',
  'req.findVariableReferences',
  'req.showVariableHistory',
  'req.showAllChanges',
  'req.putBackVariable',
  'req.showHistory',
  'req.openHistoryEntry',
  'req.compareHistory',
  'req.sendHistoryAgain',
  'req.deleteHistoryEntry',
  'req.clearHistory',
  'req.searchHistory',
  'req.filterHistory',
  'req.showAllHistory',
  'req.compareResponse',
  'req.sortComparedKeys',
  'req.unsortComparedKeys',
] as const;

export type CommandId = (typeof commandIds)[number];

/** Every setting of the manifest. */
export const settingIds = [
  'req.timeout',
  'req.connectTimeout',
  'req.idleTimeout',
  'req.followRedirects',
  'req.maxRedirects',
  'req.cookieJar',
  'req.proxy',
  'req.tls.ca',
  'req.tls.clientCertificates',
  'req.undefinedVariables',
  'req.maxBodySize',
  'req.scripts.timeLimit',
  'req.scripts.memoryLimit',
  'req.panel.column',
  'req.panel.mode',
  'req.history.enabled',
  'req.history.maxSize',
  'req.history.maxAge',
  'req.history.maxEntrySize',
  'req.compare.ignore',
  'req.inlayHints',
  'req.codeLens.references',
] as const;

export type SettingId = (typeof settingIds)[number];

/** Where VS Code keeps what it needs to show: context keys of `when` clauses. */
export const contextKeys = { running: 'req.running', hasResponse: 'req.hasResponse', bodyText: 'req.bodyText' } as const;

/** The kind of webview that the response panel is. */
export const panelType = 'req.response';
