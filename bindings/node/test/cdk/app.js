// An app with a stack, a nested stack and a stage. `build(violate)` returns it, with mistakes or without.
"use strict";

const { App, CfnOutput, CfnParameter, NestedStack, Stack, Stage } = require("aws-cdk-lib");
const { Bucket } = require("aws-cdk-lib/aws-s3");
const { CfnQueue, Queue } = require("aws-cdk-lib/aws-sqs");
const { Topic } = require("aws-cdk-lib/aws-sns");

class Inner extends NestedStack {
  constructor(scope, id, delaySeconds) {
    super(scope, id);
    new CfnQueue(this, "Raw", { delaySeconds });
  }
}

class Storage extends Stack {
  constructor(scope, id, { delaySeconds, ...props }) {
    super(scope, id, props);
    new Bucket(this, "Reports", { versioned: delaySeconds < 900 });
    new Queue(this, "Jobs");
    new Topic(this, "Alerts");
    new CfnQueue(this, "Raw", { delaySeconds });
    new Inner(this, "Inner", delaySeconds);
  }
}

function build({ violate, ...props }) {
  const app = new App(props);
  const settings = { delaySeconds: violate ? 99999 : 30 };
  new Storage(app, "Storage", settings);
  new Storage(new Stage(app, "Prod"), "Storage", { ...settings, env: { account: "111122223333", region: "eu-west-1" } });
  if (violate) new CfnParameter(app.node.findChild("Storage"), "Unused", { type: "Strin" });
  else new CfnOutput(app.node.findChild("Storage"), "Name", { value: "storage" });
  return app;
}

module.exports = { build };
