// An app with two stacks, a nested stack, a stage, and an asset that holds a file that looks like a template. Its mistakes:
// two queues with a delay that SQS refuses.
const { App, NestedStack, Stack, Stage } = require("aws-cdk-lib");
const { Asset } = require("aws-cdk-lib/aws-s3-assets");
const { Bucket } = require("aws-cdk-lib/aws-s3");
const { CfnQueue, Queue } = require("aws-cdk-lib/aws-sqs");

class Inner extends NestedStack {
  constructor(scope, id) {
    super(scope, id);
    new Queue(this, "Queue");
    new CfnQueue(this, "Raw", { delaySeconds: 99999 });
  }
}

class Storage extends Stack {
  constructor(scope, id) {
    super(scope, id);
    new Bucket(this, "Reports");
    new CfnQueue(this, "Raw", { delaySeconds: 99999 });
    new Inner(this, "Inner");
  }
}

class Code extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    new Asset(this, "Rules", { path: `${__dirname}/../rules` });
    new Queue(this, "Jobs");
  }
}

const app = new App();
new Storage(app, "Storage");
new Code(app, "Code", { stackName: "code-dev" });
new Storage(new Stage(app, "Prod"), "Storage");
app.synth();
