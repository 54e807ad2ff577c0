/** User settings for a window without any activity except the test's. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  'chat.agentHost.enabled': false,
  'chat.disableAIFeatures': true,
  // Each blink and each step of an animation draws the window again: nearly half of what an idle window costs.
  'editor.cursorBlinking': 'solid',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off',
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  // Else the extension host looks for open ports every few seconds, through all processes of the machine.
  'remote.autoForwardPorts': false,
  // A file of an earlier suite, which is deleted, would come first in the list of files.
  'search.quickOpen.includeHistory': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.showReleaseNotes': false,
  'window.restoreWindows': 'none',
  'workbench.editor.useModal': 'off',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.settings.enableNaturalLanguageSearch': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};
