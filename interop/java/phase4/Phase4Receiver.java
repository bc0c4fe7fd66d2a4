import com.helger.collection.commons.CommonsArrayList;
import com.helger.collection.commons.ICommonsList;
import com.helger.http.EHttpMethod;
import com.helger.http.header.HttpHeaderMap;
import com.helger.phase4.attachment.WSS4JAttachment;
import com.helger.phase4.crypto.AS4CryptoFactoryInMemoryKeyStore;
import com.helger.phase4.ebms3header.Ebms3SignalMessage;
import com.helger.phase4.ebms3header.Ebms3UserMessage;
import com.helger.phase4.error.AS4ErrorList;
import com.helger.phase4.incoming.AS4IncomingProfileSelectorConstant;
import com.helger.phase4.incoming.AS4RequestHandler;
import com.helger.phase4.incoming.IAS4IncomingMessageMetadata;
import com.helger.phase4.incoming.IAS4IncomingMessageState;
import com.helger.phase4.incoming.spi.AS4MessageProcessorResult;
import com.helger.phase4.incoming.spi.AS4SignalMessageProcessorResult;
import com.helger.phase4.incoming.spi.IAS4IncomingMessageProcessorSPI;
import com.helger.phase4.model.pmode.IPMode;
import com.helger.phase4.model.pmode.resolve.AS4DefaultPModeResolver;
import com.helger.phase4.profile.peppol.AS4PeppolProfileRegistarSPI;
import com.helger.phase4.servlet.AS4UnifiedResponse;
import com.helger.phase4.servlet.AS4XServletHandler;
import com.helger.phase4.servlet.IAS4ServletRequestHandlerCustomizer;
import com.helger.web.scope.IRequestWebScopeWithoutResponse;
import com.helger.web.scope.mgr.WebScopeManager;
import com.helger.xservlet.AbstractXServlet;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.w3c.dom.Node;

/** phase4's own servlet in Jetty, with the Peppol profile; remembers of each message what reached the application. */
final class Phase4Receiver {
  private static final String PROFILE = AS4PeppolProfileRegistarSPI.AS4_PROFILE_ID;
  private final Map<String, Map<String, Object>> inbox = new ConcurrentHashMap<>();
  private final ServerConnector connector;

  Phase4Receiver(Stores stores) throws Exception {
    var crypto = new AS4CryptoFactoryInMemoryKeyStore(
        stores.open("peer"), "key", Stores.PASSWORD.toCharArray(), stores.open("trust"));
    var server = new Server();
    connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    var context = new ServletContextHandler();
    WebScopeManager.onGlobalBegin(context.getServletContext());
    context.addServlet(new ServletHolder(new Servlet(crypto)), "/as4");
    server.setHandler(context);
    server.start();
  }

  int port() {
    return connector.getLocalPort();
  }

  Map<String, Object> received(String messageId) {
    return inbox.getOrDefault(messageId, Map.of());
  }

  private final class Servlet extends AbstractXServlet {
    Servlet(AS4CryptoFactoryInMemoryKeyStore crypto) {
      settings().setMultipartEnabled(false);
      var handler = new AS4XServletHandler();
      handler.setRequestHandlerCustomizer(new IAS4ServletRequestHandlerCustomizer() {
        public void customizeBeforeHandling(
            IRequestWebScopeWithoutResponse scope, AS4UnifiedResponse response, AS4RequestHandler one) {
          one.setCryptoFactory(crypto);
          one.setPModeResolver(new AS4DefaultPModeResolver(PROFILE));
          one.setIncomingProfileSelector(new AS4IncomingProfileSelectorConstant(PROFILE, true));
          one.setProcessorSupplier(() -> new CommonsArrayList<>(new Inbox()));
        }

        public void customizeAfterHandling(
            IRequestWebScopeWithoutResponse scope, AS4UnifiedResponse response, AS4RequestHandler one) {}
      });
      handlerRegistry().registerHandler(EHttpMethod.POST, handler);
    }
  }

  private final class Inbox implements IAS4IncomingMessageProcessorSPI {
    public AS4MessageProcessorResult processAS4UserMessage(
        IAS4IncomingMessageMetadata meta, HttpHeaderMap headers, Ebms3UserMessage message, IPMode mode, Node payload,
        ICommonsList<WSS4JAttachment> attachments, IAS4IncomingMessageState state, AS4ErrorList errors) {
      try (var in = attachments.get(0).getSourceStream()) {
        var bytes = in.readAllBytes();
        inbox.put(message.getMessageInfo().getMessageId(), Map.of(
            "attachments", attachments.size(),
            "decrypted", state.isSoapDecrypted(),
            "signed", state.isSoapSignatureChecked(),
            "signer", state.getSigningCertificate().getSubjectX500Principal().getName(),
            "length", bytes.length,
            "sha256", HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))));
        return AS4MessageProcessorResult.createSuccess();
      } catch (Exception problem) {
        problem.printStackTrace();
        return AS4MessageProcessorResult.createFailure();
      }
    }

    public AS4SignalMessageProcessorResult processAS4SignalMessage(
        IAS4IncomingMessageMetadata meta, HttpHeaderMap headers, Ebms3SignalMessage message, IPMode mode,
        IAS4IncomingMessageState state, AS4ErrorList errors) {
      return AS4SignalMessageProcessorResult.createSuccess();
    }

    public void processAS4ResponseMessage(
        IAS4IncomingMessageMetadata meta, IAS4IncomingMessageState state, String id, byte[] body, boolean hasBody,
        AS4ErrorList errors) {}
  }
}
