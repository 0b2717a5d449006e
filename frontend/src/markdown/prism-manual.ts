/** Tells Prism to leave the page alone; it asks when it is loaded. */
(globalThis as unknown as {Prism: {manual: boolean; disableWorkerMessageHandler: boolean}}).Prism = {
  manual: true,
  disableWorkerMessageHandler: true,
};
