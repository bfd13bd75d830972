/** Events of agents: blocks of models, Step Functions, Bedrock Agents, AgentCore gateways, MCP. */
@NullMarked
package dev.toolcheckpoint.lambda.agent;

import org.jspecify.annotations.NullMarked;
