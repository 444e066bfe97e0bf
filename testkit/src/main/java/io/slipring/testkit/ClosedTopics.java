/* SPDX-License-Identifier: Apache-2.0 */
package io.slipring.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.server.authorizer.AclCreateResult;
import org.apache.kafka.server.authorizer.AclDeleteResult;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;
import org.apache.kafka.server.authorizer.Authorizer;
import org.apache.kafka.server.authorizer.AuthorizerServerInfo;

/**
 * An authorizer for brokers of tests: lets everybody do everything, but read {@code unreadable*}, see {@code hidden*} or ask
 * for settings of {@code discreet*}. To be set as {@code authorizer.class.name}. Thread-safe.
 */
public final class ClosedTopics implements Authorizer {
    @Override
    public Map<Endpoint, ? extends CompletionStage<Void>> start(AuthorizerServerInfo server) {
        return server.endpoints().stream()
                .collect(Collectors.toMap(endpoint -> endpoint, e -> CompletableFuture.completedFuture(null)));
    }

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
        return actions.stream().map(ClosedTopics::judge).toList();
    }

    private static AuthorizationResult judge(Action action) {
        String resource = action.resourcePattern().name();
        boolean denied = resource.startsWith("hidden")
                || (resource.startsWith("unreadable") && action.operation() == AclOperation.READ)
                || (resource.startsWith("discreet") && action.operation() == AclOperation.DESCRIBE_CONFIGS);
        return denied ? AuthorizationResult.DENIED : AuthorizationResult.ALLOWED;
    }

    @Override
    public List<? extends CompletionStage<AclCreateResult>> createAcls(
            AuthorizableRequestContext context, List<AclBinding> bindings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<? extends CompletionStage<AclDeleteResult>> deleteAcls(
            AuthorizableRequestContext context, List<AclBindingFilter> filters) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Iterable<AclBinding> acls(AclBindingFilter filter) {
        return List.of();
    }

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public void close() {}
}
